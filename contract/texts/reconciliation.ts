/** Problems of a settlement file, each as a text about the file. */
export const reconciliationTexts = {
  noHeader: "has no header line",
  columnMissing: (column: string) => `lacks the required column ${column}`,
  lineWrong: (line: number, column: string) => `has a line that is not understood: line ${line}, column ${column}`,
};
