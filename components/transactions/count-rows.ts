const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/**
 * Counts the rows of a CSV as its bytes come, the head not counted; a line break inside quotes is part of a cell. Give it each
 * part in turn; it answers with the rows so far.
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
