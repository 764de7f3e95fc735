import { type RefObject, useEffect, useRef } from "react";

/** True once the component has left the page: what is still on its way then has nobody to talk to. */
export function useIsGone(): RefObject<boolean> {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}
