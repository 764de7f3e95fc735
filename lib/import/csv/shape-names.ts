import type { Delimiter } from "./delimiter.ts";
import type { Encoding } from "./encoding.ts";

/** Names for the user. */
export const encodingNames: Record<Encoding, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
};
export const delimiterNames: Record<Delimiter, string> = { ",": "comma", ";": "semicolon", "\t": "tab" };
