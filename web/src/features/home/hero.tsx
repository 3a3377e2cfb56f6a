import clsx from 'clsx'
import { Suspense } from 'react'
import hero360 from '~/assets/pictures/hero-360.webp'
import hero560 from '~/assets/pictures/hero-560.webp'
import hero720 from '~/assets/pictures/hero-720.webp'
import hero960 from '~/assets/pictures/hero-960.webp'
import { onDemandPart } from '~/lib/lazy-part'
import { HERO_SIZES } from '~/lib/picture-sizes'
import type { HomeBanner } from '~shared/api/types'
import { ButtonLink } from '~shared/ui/button'
import { FADE, TONES } from './tones'

/** On a phone, the first products are visible below the picture. */
export function Hero({ title, banner: { text, action, link, picture, tone } }: { title: string; banner: HomeBanner }) {
  return (
    <section
      className={clsx(
        'relative grid items-end overflow-hidden rounded-2xl bg-linear-135 max-sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:items-center',
        tone ? [FADE, TONES[tone]] : 'from-peach via-rose to-lilac',
      )}
    >
      <div className="grid gap-4 pt-5 pl-5 max-sm:pb-5 sm:px-10 sm:pt-12 lg:gap-5 lg:py-10 lg:pl-16">
        <h1 tabIndex={-1} className="max-w-[13ch] text-[1.375rem] leading-tight tracking-[-0.035em] sm:text-5xl lg:text-[3.75rem]">
          {title}
        </h1>
        <p className="hidden max-w-[34ch] text-pretty text-ink/80 sm:block sm:text-lg">{text}</p>
        {action && (
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={link} size="lg">
              {action}
            </ButtonLink>
          </div>
        )}
      </div>
      <PictureOfHero picture={picture} />
    </section>
  )
}

const HeroPicture = onDemandPart(() => import('./hero-picture'))

function PictureOfHero({ picture }: { picture: string }) {
  if (picture)
    return (
      <Suspense>
        <HeroPicture picture={picture} />
      </Suspense>
    )
  return (
    <img
      src={hero560}
      srcSet={`${hero360} 360w, ${hero560} 560w, ${hero720} 720w, ${hero960} 960w`}
      sizes={HERO_SIZES}
      width={960}
      height={720}
      alt=""
      fetchPriority="high"
      className="w-full max-w-140 justify-self-center sm:-mt-10 lg:-my-6 lg:max-w-150"
    />
  )
}
