/** The number on an icon. Hidden from readers: the link's own name says it. Its room is always there, so nothing moves. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span
      aria-hidden
      className="absolute top-0.5 right-0 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-bold text-on-accent tabular-nums ring-2 ring-canvas"
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
