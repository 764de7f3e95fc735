"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { MiniButton } from "./button.tsx";
import { Input } from "./input.tsx";
import { texts } from "./texts.ts";

/** A password that is hidden until the person shows it. */
export function PasswordInput(rest: Omit<ComponentProps<typeof Input>, "type" | "suffix">) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Input
      {...rest}
      type={isShown ? "text" : "password"}
      suffix={
        <MiniButton
          icon={isShown ? EyeOff : Eye}
          aria-label={isShown ? texts.hidePassword : texts.showPassword}
          className="-mr-1.5"
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
