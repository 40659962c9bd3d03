/** Where a court keeps its keys and its default store, by the environment. In a file of its own: commands that need no more load no more. */
export const dataFolder = (env: { readonly [name: string]: string | undefined }): string =>
  env.COURT_DATA ?? "./court-data"
