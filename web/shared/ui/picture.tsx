import clsx from 'clsx'
import { useState } from 'react'

const WIDTHS = [320, 640, 1280]

/** Only addresses like `/media/{hash}/640.webp` have other widths. */
function srcSet(imageUrl: string): string | undefined {
  const base = imageUrl.match(/^(\/media\/.+)\/640\.webp$/)?.[1]
  return base ? WIDTHS.map((width) => `${base}/${width}.webp ${width}w`).join(', ') : undefined
}

interface Props {
  src: string
  alt: string
  /** The displayed width, as in the `sizes` attribute. */
  sizes: string
  eager?: boolean
  /** The point that stays visible when the picture is cropped: `20% 80%`. */
  focus?: string
  className?: string
}

export function Picture({ src, alt, sizes, eager = false, focus, className }: Props) {
  const [failedSrc, setFailedSrc] = useState('')
  if (!src || failedSrc === src) return <NoPicture alt={alt} className={className} />
  return (
    <img
      src={src}
      srcSet={srcSet(src)}
      sizes={sizes}
      alt={alt}
      width={640}
      height={640}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onError={() => setFailedSrc(src)}
      style={focus ? { objectPosition: focus } : undefined}
      className={className}
    />
  )
}

function NoPicture({ alt, className }: { alt: string; className: string | undefined }) {
  return (
    <svg
      viewBox="-16 -16 64 64"
      role="img"
      aria-label={alt}
      aria-hidden={alt === '' || undefined}
      className={clsx('text-line-strong/45', className)}
    >
      <path
        d="M16 12.6c-1-3.7-2.9-5.8-5.1-5.8-1.7 0-2.9 1.2-2.9 2.7 0 2.200 2.700 3.1 8 3.1s8-.9 8-3.1c0-1.5-1.2-2.7-2.9-2.7-2.200 0-4.100 2.1-5.1 5.8ZM7.400 15.600h17.200v6.500a3.200 3.200 0 0 1-3.200 3.200H10.600a3.200 3.200 0 0 1-3.200-3.200zM16 15.600v9.700"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export function StoreLogo({ name, logoUrl, className }: { name: string; logoUrl?: string | undefined; className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx('grid size-12 shrink-0 place-items-center overflow-hidden rounded-lg bg-lilac text-lg font-bold', className)}
    >
      {logoUrl ? <Picture src={logoUrl} alt="" sizes="80px" className="size-full object-cover" /> : name.charAt(0)}
    </span>
  )
}
