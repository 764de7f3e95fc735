/** Returns the smallest UUIDv7 of an instant: every ID created from then on is equal or larger. */
export function firstIdAt(instant: Date): string {
  return `${timeOf(instant)}-0000-0000-000000000000`;
}

/** Returns the largest UUIDv7 of an instant. */
export function lastIdAt(instant: Date): string {
  return `${timeOf(instant)}-ffff-ffff-ffffffffffff`;
}

function timeOf(instant: Date): string {
  const time = Math.max(0, instant.getTime()).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8, 12)}`;
}
