export const postgresViews = (): ReadonlyArray<string> => []
