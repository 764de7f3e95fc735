import { useState } from "react";

/** Becomes true with the first true value and stays true. */
export function useLatch(isNow: boolean): boolean {
  const [was, setWas] = useState(isNow);
  if (isNow && !was) setWas(true);
  return was;
}
