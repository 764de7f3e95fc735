import { isAlive, nameOf, parentOf } from "../processes.ts";

const INTERVAL_MS = 500;
const SHELL = /^(sh|dash|bash|ash|zsh|busybox)$/;

/**
 * Calls `gone` once when whoever started this process has ended without a word: its parent, or npm above the shell
 * between them. Started by hand in the background, a process may outlive its shell: then nobody is watched.
 */
export function watchParents(gone: () => void): void {
  if (process.send) {
    process.once("disconnect", gone);
    process.channel?.unref();
  }
  if (!process.env.npm_lifecycle_event) return;
  const direct = process.ppid;
  // On the very first start setup.mjs stands between npm and this process.
  const parent = Number(process.env.SETUP_PARENT ?? direct);
  const npm = SHELL.test(nameOf(parent)) ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    const isOrphan = process.ppid !== direct || !isAlive(parent) || (npm !== undefined && !isAlive(npm));
    if (!isOrphan) return;
    clearInterval(timer);
    gone();
  }, INTERVAL_MS);
  timer.unref();
}
