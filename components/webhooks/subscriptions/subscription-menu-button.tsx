import { Ellipsis } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";

type SubscriptionMenuButtonProps = ComponentProps<"button"> & { name: string };

export function SubscriptionMenuButton({ name, ...rest }: SubscriptionMenuButtonProps) {
  return (
    <Button
      aria-haspopup="menu"
      {...rest}
      variant="quiet"
      size="small"
      iconOnly
      icon={Ellipsis}
      aria-label={`Actions for ${name}`}
    />
  );
}
