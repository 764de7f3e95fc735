/** Problems with an uploaded file of customers. Each text continues a sentence that starts with the name of the file's field. */
export const customerFileTexts = {
  invalid: "is not valid",
  notSeparatedByCommas: "must separate its columns by commas",
  columnTwice: (column: string) => `has the column ${column} twice`,
  columnMissing: (column: string, similar: string | undefined) =>
    `lacks the required column ${column}${similar === undefined ? "" : `; “${similar}” is not the same`}`,
};

/** Reasons for skipping a row. The texts about a cell continue a sentence that starts with the name of its column. */
export const customerRowTexts = {
  cellCount: (cells: number, columns: number) => `has ${cells} cells where the header has ${columns}`,
  unreadableNumber: "cannot be read again; write the 11 digits",
  notProcessed: "This row could not be processed.",
};
