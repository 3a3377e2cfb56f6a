import { srcSet } from '~/lib/media'

interface Props {
  src: string
  alt: string
  /** How wide it is shown, as in `sizes`. */
  sizes: string
  eager?: boolean
  className?: string
}

/** A square picture of the shop's media store in the width the screen needs. */
export function Picture({ src, alt, sizes, eager = false, className }: Props) {
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
      className={className}
    />
  )
}
