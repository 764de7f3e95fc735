import { type RefObject, useEffect, useRef } from "react";

/** True after the component has unmounted, so that late responses are ignored. */
export function useIsUnmounted(): RefObject<boolean> {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}
