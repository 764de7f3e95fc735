/** Shortens an ID in the middle: `01a1c0e3…601a`. Short IDs stay unchanged. */
export function shortId(id: string): string {
  return id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id;
}

/** Groups the digits of a Nigerian number: `08000000142` becomes `0800 000 0142`. Other text stays unchanged. */
export function formatPhone(number: string): string {
  const match = /^(0\d{3})(\d{3})(\d{4})$/.exec(number);
  return match ? match.slice(1).join(" ") : number;
}

/** Initials for an avatar, with diacritics: `Ṣóyọyè Adé` becomes `ṢA`. */
export function initials(firstName: string, lastName: string): string {
  return [firstName, lastName].map(firstLetter).join("").toLocaleUpperCase("en-NG");
}

function firstLetter(name: string): string {
  return /^\P{M}\p{M}*/u.exec(name.trim())?.[0] ?? "";
}

/** `1 row`, `12 rows`, `2,184 wallets`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-NG")} ${count === 1 ? one : many}`;
}
