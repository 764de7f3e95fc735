import { useState } from "react";

/** True from the first time on. */
export function useLatch(isNow: boolean): boolean {
  const [was, setWas] = useState(isNow);
  if (isNow && !was) setWas(true);
  return was;
}
