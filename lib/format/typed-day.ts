const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * The day that a text names, as `2026-11-22`, or null: `22/11/2026`, `22.11.2026`, `22 Nov 2026`, `22112026` or `2026-11-22`. The day
 * always comes before the month, as people in Nigeria write it.
 */
export function readDay(text: string): string | null {
  const plain = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(plain);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const figures = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(plain) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(plain);
  if (figures) return dayOf(figures[3], figures[2], figures[1]);
  const words = /^(\d{1,2})[ -]?([a-z]{3})[a-z]*[ -,]*(\d{4})$/.exec(plain);
  return words ? dayOf(words[3], String(MONTHS.indexOf(words[2] ?? "") + 1), words[1]) : null;
}

/** `22/11/2026`; other texts stay as they are. */
export function writeDay(day: string): string {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return iso ? `${iso[3]}/${iso[2]}/${iso[1]}` : day;
}

function dayOf(year = "", month = "", day = ""): string | null {
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
