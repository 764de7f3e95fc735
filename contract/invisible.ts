/** Text direction, zero width and other format characters, and the letters that are drawn as nothing. */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u2800]/u;

/** The most characters of a file name, counted in UTF-16 units. API 5. */
export const FILE_NAME_MAX = 200;

/** A file's name as the service takes it: without invisible characters, a long one shortened in the middle; null if nothing is left. */
export function fileNameOf(name: string): string | null {
  const characters = [...name].filter((character) => !INVISIBLE.test(character) && !isLoneSurrogate(character));
  const visible = characters.join("").trim();
  if (visible.length <= FILE_NAME_MAX) return visible === "" ? null : visible;
  return `${characters.slice(0, 80).join("")}…${characters.slice(-15).join("")}`;
}

/** PostgreSQL stores no half of a surrogate pair. */
function isLoneSurrogate(character: string): boolean {
  return !character.isWellFormed();
}
