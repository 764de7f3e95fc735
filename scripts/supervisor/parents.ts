import { isAlive, nameOf, parentOf } from "../system/processes.ts";

const INTERVAL_MS = 500;
const SHELL = /^(sh|dash|bash|ash|zsh|busybox)$/;

/**
 * Calls `gone` once when the process that started this one exits without a signal: its parent, or npm above the shell between
 * them. A process started by hand in the background may outlive its shell, so then no process is watched.
 */
export function watchParentProcesses(gone: () => void): void {
  if (process.send) {
    process.once("disconnect", gone);
    process.channel?.unref();
  }
  if (!process.env.npm_lifecycle_event) return;
  const direct = process.ppid;
  // On the very first start, setup.mjs runs between npm and this process.
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
