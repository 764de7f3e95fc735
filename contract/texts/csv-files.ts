/** Problems with an uploaded CSV file. Each text continues a sentence that starts with the name of the file's field. */
export const csvFileTexts = {
  notUtf8: "is not UTF-8: save it as “CSV UTF-8”",
  empty: "is empty: the first line must name the columns",
  noRows: "has no rows",
  tooManyColumns: (most: number) => `has more than ${most} columns`,
  quoteNotClosed: (line: string) => `has a quote that does not close, opened before ${line}`,
  rowTooLong: (characters: number, line: string) => `has a row of more than ${characters} characters at ${line}`,
  tooManyCells: (cells: number, line: string) => `has a row of more than ${cells} cells at ${line}`,
  quoteMisplaced: (line: string) => `has a quote in the wrong place at ${line}`,
};
