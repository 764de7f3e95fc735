// Loaded with --import into every process that the supervisor starts. The channel between the two closes however the
// supervisor ended, also by kill -9; then this process ends as if it had been asked to.
// Its own children inherit the option, but have another parent: they are left alone.
if (process.send && process.env.SUPERVISOR_PID === String(process.ppid)) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // Listening would keep the process alive after its own work is done.
  process.channel?.unref();
}
