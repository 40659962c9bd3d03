// The kinds of mutants that are left out, each with its reason. Stryker counts them as ignored, and the table shows their number.

/** The name of the function that a node is an argument of, such as `Schema.Literal`. */
const calleeOf = (path) => {
  const call = path.parentPath
  return call?.isCallExpression() && path.listKey === "arguments" ? call.get("callee").toString() : null
}

/** Whether a text is the name of a command or a query: `command({ name: "notarise", … })`. */
const namesAct = (path) => {
  const member = path.parentPath
  const isName = member?.isObjectProperty() && member.node.key.name === "name"
  return isName && /(^|\.)(command|query|passing)$/.test(calleeOf(member.parentPath) ?? "")
}

/** Whether a shape contains code that runs on what a client sends. Tests must notice mutants of such code. */
const checks = (path) => {
  let found = false
  path.traverse({
    Function: () => {
      found = true
    },
    RegExpLiteral: () => {
      found = true
    },
  })
  return found
}

const reasonOf = (path) => {
  const callee = calleeOf(path)
  if (path.isStringLiteral() && callee === "Schema.Literal")
    return "The compiler refuses it: types are made from the literals of a schema."
  if (path.isObjectExpression() && callee === "Schema.Struct" && !checks(path))
    return "The compiler refuses it: types are made from the members of a schema."
  if (path.isStringLiteral() && ["Context.Tag", "Data.TaggedError"].includes(callee))
    return "No rule rests on it: it is what Effect calls a port or a failure in its messages."
  if (path.isStringLiteral() && namesAct(path))
    return "No rule rests on it: the name of an act stands in the message of a defect alone."
  if (callee === "needPresent" && path.key === 1) return "No rule rests on it: the words of a defect."
  if (callee === "enforced")
    return "No rule rests on it: a provision's words are for people, and its id is what Coverage.test.ts compares."
  if (path.isObjectExpression() && callee?.endsWith(".annotations"))
    return "No rule rests on it: it names a schema in the API's description, which OpenApi.test.ts compares."
}

/** In the form of Stryker's plugins. */
export const strykerPlugins = [{ kind: "Ignore", name: "shapes", value: { shouldIgnore: reasonOf } }]
