const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/**
 * Counts the rows of a CSV from its bytes, without the header; a line break inside quotes belongs to a cell. Call it with each
 * chunk in turn; it returns the rows so far.
 */
export function createRowCounter(): (part: Uint8Array) => number {
  let isQuoted = false;
  let lines = 0;
  return (part) => {
    for (const byte of part) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) lines += 1;
    }
    return Math.max(lines - 1, 0);
  };
}
