/** The folder in which a court keeps its keys and its default store. */
export const dataFolder = (env: { readonly [name: string]: string | undefined }): string =>
  env.COURT_DATA ?? "./court-data"
