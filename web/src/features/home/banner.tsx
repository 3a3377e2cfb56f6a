import clsx from 'clsx'
import { useId } from 'react'
import type { HomeBanner } from '~shared/api/types'
import { illustrationOf, isUploaded } from '~shared/features/home/illustrations'
import { ButtonLink } from '~shared/ui/button'
import { Picture } from '~shared/ui/picture'
import { FADES } from './tones'

export default function Banner({ title, banner: { text, action, link, picture, tone } }: { title: string; banner: HomeBanner }) {
  const id = useId()
  const illustration = illustrationOf(picture)
  const isPhoto = isUploaded(picture)
  return (
    <section aria-labelledby={id} className={clsx('relative grid overflow-hidden rounded-2xl bg-linear-100', tone && FADES[tone])}>
      <div className={clsx('relative z-1 grid max-w-136 gap-3 px-6 py-9 sm:px-12 sm:py-12', isPhoto && 'md:mr-[36%]')}>
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
          className="absolute -right-5 -bottom-4 size-28 sm:right-6 sm:bottom-1 sm:size-40 sm:-rotate-12 lg:right-24 lg:size-48"
        />
      )}
      {isPhoto && (
        <Picture
          src={picture}
          alt=""
          sizes="(min-width: 48rem) 320px, 94vw"
          className="aspect-2/1 w-full object-cover max-md:order-first md:absolute md:inset-y-0 md:right-0 md:aspect-auto md:h-full md:w-1/3"
        />
      )}
    </section>
  )
}
