// Loaded with --import into every process of ours. The channel to the parent closes however the parent ended,
// also by kill -9; then this process ends as if it had been asked to.
if (process.send) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // Listening would keep the process alive after its own work is done.
  process.channel?.unref();
}
