/** What a person reads here. Each string is plain English and whole, so that it can be read, checked and translated alone. */
export const texts = {
  thereIsTextBehind: (line: string | number) => `There is text after a closing quote at line ${line}.`,
  aQuoteThatOpens: (line: string | number) => `A quote that opens at line ${line} doesn’t close.`,
  thereIsAQuote: (line: string | number) => `There is a quote in the wrong place at line ${line}.`,
  aRowHasMore: (limit: string | number, line: string | number) =>
    `A row has more than ${limit} characters, at line ${line}.`,
  thisIsAWorkbook: "This is a workbook or a ZIP archive, not a CSV file.",
  thisIsAnOld: "This is an old workbook (XLS), not a CSV file.",
  thisIsAPdf: "This is a PDF, not a CSV file.",
  thisIsAnArchive: "This is a compressed archive, not a CSV file.",
  thisIsAnImage: "This is an image, not a CSV file.",
  kindTextSaveThe: (kindText: string | number) => `${kindText} Save the table as “CSV UTF-8” and choose that file.`,
  theFileIsNot: "The file is not text.",
  theFileIsEmpty: "The file is empty: the first line must name the columns.",
  theFileHasMore: (part: string | number) => `The file has more than ${part} columns.`,
  aRowHasMoreThan: (part: string | number, line: string | number) =>
    `A row has more than ${part} cells, at line ${line}.`,
  theFileHasA: "The file has a header and no rows.",
};
