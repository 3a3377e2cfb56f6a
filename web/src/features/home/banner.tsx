import clsx from 'clsx'
import { useId } from 'react'
import type { HomeBanner } from '~shared/api/types'
import { illustrationOf, isUploaded } from '~shared/features/home/illustrations'
import { ButtonLink } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'
import { FADE, TONES } from './tones'

export default function Banner({ title, banner: { text, action, link, picture, tone } }: { title: string; banner: HomeBanner }) {
  const id = useId()
  const illustration = illustrationOf(picture)
  const isPhoto = isUploaded(picture)
  return (
    <section
      aria-labelledby={id}
      className={clsx('relative grid overflow-hidden rounded-2xl bg-linear-100', isPhoto && 'lg:grid-cols-2', FADE, tone && TONES[tone])}
    >
      <div className="relative z-1 grid max-w-md gap-3 px-6 py-9 sm:px-12 sm:py-12">
        <h2 id={id} className="text-2xl sm:text-3xl">
          {title}
        </h2>
        <p className="max-w-[32ch] text-ink/80 text-pretty">{text}</p>
        <div className="mt-2">
          <ButtonLink to={link} look="secondary">
            {action}
          </ButtonLink>
        </div>
      </div>
      {illustration && (
        <img
          src={illustration}
          alt=""
          width={160}
          height={160}
          loading="lazy"
          className="absolute -right-5 -bottom-4 size-28 sm:right-4 sm:size-36 lg:right-20"
        />
      )}
      {isPhoto && <Picture src={picture} alt="" sizes="(min-width: 64rem) 600px, 94vw" className="aspect-2/1 size-full object-cover" />}
    </section>
  )
}
