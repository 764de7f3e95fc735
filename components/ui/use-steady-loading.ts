import { useEffect, useRef, useState } from "react";

const LEAST_MS = 300;

/** True while loading, and at least for 300 ms, so that a skeleton does not flicker. */
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
    // A response within 150 ms comes before the skeleton, so no minimum applies.
    if (since.current === 0 || rest <= 0 || rest > LEAST_MS - 150) return setShown(false);
    const timer = setTimeout(() => setShown(false), rest);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return isLoading || shown;
}
