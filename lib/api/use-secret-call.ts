"use client";

import { useCallback, useEffect, useRef, useState } from "react";

/**
 * Runs calls that carry a PIN, BVN or NIN, one at a time, without caching: a mutation's variables would stay in the
 * query cache. `send` returns the reply, or `undefined` when the call failed (see `error`) or another one was running.
 */
export function useSecretCall<Input, Reply>(call: (input: Input) => Promise<Reply>) {
  const [state, setState] = useState<{ isPending: boolean; error: unknown }>(IDLE);
  const isBusy = useRef(false);
  const isUnmounted = useRef(false);
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  const send = useCallback(async (input: Input): Promise<Reply | undefined> => {
    if (isBusy.current) return undefined;
    isBusy.current = true;
    setState({ isPending: true, error: null });
    try {
      const reply = await latest.current(input);
      if (!isUnmounted.current) setState(IDLE);
      return reply;
    } catch (error) {
      if (!isUnmounted.current) setState({ isPending: false, error });
      return undefined;
    } finally {
      isBusy.current = false;
    }
  }, []);
  const reset = useCallback(() => setState((now) => (now.error === null ? now : { ...now, error: null })), []);
  return { ...state, send, reset };
}

const IDLE = { isPending: false, error: null };
