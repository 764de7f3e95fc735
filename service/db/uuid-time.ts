/** The smallest UUIDv7 of an instant: whatever was made from then on has an ID that is not below it. */
export function firstIdAt(instant: Date): string {
  return `${timeOf(instant)}-0000-0000-000000000000`;
}

/** The largest one. */
export function lastIdAt(instant: Date): string {
  return `${timeOf(instant)}-ffff-ffff-ffffffffffff`;
}

function timeOf(instant: Date): string {
  const time = Math.max(0, instant.getTime()).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8, 12)}`;
}
