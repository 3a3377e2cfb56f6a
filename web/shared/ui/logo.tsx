/** A gift whose bow opens like the crown of a pomegranate. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className}>
      <rect width="32" height="32" rx="10" className="fill-accent" />
      <path
        d="M16 12.6c-1-3.700-2.900-5.800-5.100-5.800-1.700 0-2.900 1.200-2.900 2.700 0 2.200 2.700 3.100 8 3.100s8-.9 8-3.100c0-1.500-1.200-2.700-2.900-2.700-2.200 0-4.100 2.100-5.100 5.800Z"
        fill="none"
        className="stroke-on-accent"
        strokeWidth="2.200"
        strokeLinejoin="round"
      />
      <path d="M7.400 15.600h17.200v6.500a3.200 3.200 0 0 1-3.200 3.200H10.600a3.200 3.200 0 0 1-3.200-3.200z" className="fill-on-accent" />
      <path d="M16 15.600v9.700" className="stroke-accent" strokeWidth="2.300" />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="flex items-center gap-2.5">
      <LogoMark className="size-9 shrink-0 sm:size-10" />
      <span className="text-[1.4375rem] leading-none font-bold tracking-[-0.045em] text-ink sm:text-[1.625rem]">Sovqat</span>
    </span>
  )
}
