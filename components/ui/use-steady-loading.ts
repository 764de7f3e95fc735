import { useEffect, useRef, useState } from "react";

const LEAST_MS = 300;

/** True while loading, and then until it has been true for 300 ms: a skeleton that was shown never flickers away. */
export function useSteadyLoading(isLoading: boolean): boolean {
  const [shown, setShown] = useState(isLoading);
  const since = useRef(0);
  useEffect(() => {
    if (isLoading) {
      since.current = performance.now();
      setShown(true);
      return;
    }
    const rest = LEAST_MS - (performance.now() - since.current);
    // An answer within the 150 ms before the skeleton appears needs no waiting.
    if (since.current === 0 || rest <= 0 || rest > LEAST_MS - 150) return setShown(false);
    const timer = setTimeout(() => setShown(false), rest);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return isLoading || shown;
}
