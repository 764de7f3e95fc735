// Loaded with --import into every process that the supervisor starts. The channel between the two closes whenever the
// supervisor exits, even by SIGKILL; this process then stops as after SIGTERM.
// Its own children inherit the option but have another parent, so nothing happens in them.
if (process.send && process.env.SUPERVISOR_PID === String(process.ppid)) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  // Listening would keep the process alive after its own work is done.
  process.channel?.unref();
}
