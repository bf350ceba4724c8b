import { Fragment, type ReactNode } from 'react'

/** A text of Payload's in which names stand between tags, `You are about to move <1>A</1>`: what they hold is strong. */
export function TaggedWords({ children }: { children: string }): ReactNode {
  return children
    .split(/<\d>(.*?)<\/\d>/s)
    .map((part, index) =>
      index % 2 === 1 ? <strong key={index}>{part}</strong> : <Fragment key={index}>{part}</Fragment>,
    )
}
