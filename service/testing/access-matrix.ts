/** Reads the table of docs/access-matrix.md: one row per endpoint, its name first, the records of another merchant last. */
export function accessMatrix(text: string) {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => /^\| ?-/.test(line)) + 1;
  const rows = lines.slice(first).filter((line) => line.startsWith("| "));
  const foreign = new Map(
    rows.map((line) => {
      const cells = line.split("|").map((cell) => cell.trim());
      return [cells[1] ?? "", cells.at(-2) ?? ""] as const;
    }),
  );
  return {
    /** The expected answers to the ID of another merchant's record; undefined without a row. */
    foreign: (endpoint: string) => foreign.get(endpoint),
    /** The same text with these rows. */
    withRows: (written: readonly string[]) => [...lines.slice(0, first), ...written, ""].join("\n"),
  };
}
