import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Problem } from "../supervisor/problem.ts";
import { archivedFile } from "./archive-wal.ts";
import { type BackupFolder, listBackups, type Manifest } from "./backup-folder.ts";

/** Where the log is: the archive, and a folder with files that were never archived. */
type Log = { folder: BackupFolder; unarchived: string };
/** `to`: the last moment that is restored; null: the end of the log. `timeline`: the one to follow; undefined: the newest. */
type Wanted = Log & { to: Date | null; timeline: number | undefined };

/**
 * Returns the newest backup from before a time from which the log leads to the wanted timeline. One that was taken on a history after
 * an earlier restore had left it does not. @throws `Problem` if there is none
 */
export function chooseBackup({ to, timeline, ...log }: Wanted): Manifest {
  const backups = existsSync(log.folder.base) ? listBackups(log.folder) : [];
  const [first] = backups;
  if (!first) throw new Problem("BACKUP_DIR holds no backup.");
  const target = timeline === undefined ? newestTimeline(log) : nameOf(timeline);
  const usable = target === undefined ? backups : leadingTo(target, backups, log);
  const chosen = usable.findLast(({ endedAt }) => to === null || new Date(endedAt) <= to);
  if (chosen) return chosen;
  const [oldest] = usable;
  if (oldest) throw new Problem(`The oldest backup can be restored to ${oldest.endedAt} and later.`);
  const [wanted, known] = [target ?? "", timelineOf(first.startWal)].map((name) => Number.parseInt(name, 16));
  throw new Problem(`No backup leads to timeline ${wanted}. The oldest is of another history: --timeline ${known}.`);
}

/** The backups of a timeline, and those of the timelines that it comes from that ended before it left them. */
function leadingTo(target: string, backups: readonly Manifest[], log: Log): Manifest[] {
  const forks = readForks(target, log);
  return backups.filter(({ startWal, stopWal }) => {
    const own = timelineOf(startWal);
    const fork = forks.get(own);
    // The server begins a new file when a backup ends.
    return own === target || (fork !== undefined && placeOf(stopWal) < fork);
  });
}

// A file of the log is named by its timeline and its place, in hexadecimal digits.
const TIMELINE_DIGITS = 8;
const timelineOf = (file: string) => file.slice(0, TIMELINE_DIGITS);
const placeOf = (file: string) => file.slice(TIMELINE_DIGITS);
const nameOf = (timeline: number) => timeline.toString(16).toUpperCase().padStart(TIMELINE_DIGITS, "0");

/** The newest timeline that an earlier restore began; undefined if there was none. */
function newestTimeline({ folder, unarchived }: Log): string | undefined {
  const names = [folder.archive, unarchived].flatMap((place) => (existsSync(place) ? readdirSync(place) : []));
  const histories = names.filter((name) => /^[0-9A-F]{8}\.history(\.gz)?$/.test(name));
  return histories
    .map((name) => timelineOf(name))
    .sort()
    .at(-1);
}

/** The places at which a timeline left those that it comes from, by their names. */
function readForks(timeline: string, log: Log): Map<string, string> {
  // A line has a timeline, the address at which it was left, and why: `1 0/5000148 before 2026-11-22 14:05:00+00`.
  const lines = readHistory(`${timeline}.history`, log).matchAll(/^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gm);
  const forks = [...lines].map(([, from, high = "", low = ""]) => [nameOf(Number(from)), placeAt(high, low)] as const);
  return new Map(forks);
}

/** The first timeline has no history. */
function readHistory(name: string, { folder, unarchived }: Log): string {
  const archived = archivedFile(folder.archive, name);
  if (existsSync(archived)) return gunzipSync(readFileSync(archived)).toString();
  return existsSync(join(unarchived, name)) ? readFileSync(join(unarchived, name), "utf8") : "";
}

/** The place of the file of 16 MB that has an address. */
function placeAt(high: string, low: string): string {
  const file = low.padStart(8, "0").slice(0, 2);
  return high.padStart(8, "0") + file.padStart(8, "0");
}
