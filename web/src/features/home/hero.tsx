import hero360 from '~/assets/pictures/hero-360.webp'
import hero560 from '~/assets/pictures/hero-560.webp'
import hero720 from '~/assets/pictures/hero-720.webp'
import hero960 from '~/assets/pictures/hero-960.webp'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { HERO_SIZES } from '~/lib/picture-sizes'
import { ButtonLink } from '~shared/ui/button'

/** The one focal point of the home page, with its one primary action. On a phone it leaves room for the first products. */
export function Hero() {
  const t = useT()
  return (
    <section className="relative grid items-end overflow-hidden rounded-2xl bg-linear-135 from-peach via-rose to-lilac max-sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:items-center">
      <div className="grid gap-4 pt-5 pl-5 max-sm:pb-5 sm:px-10 sm:pt-12 lg:gap-5 lg:py-10 lg:pl-16">
        <h1 tabIndex={-1} className="max-w-[13ch] text-[1.375rem] leading-tight tracking-[-0.035em] sm:text-5xl lg:text-[3.75rem]">
          {t('home.hero.title')}
        </h1>
        <p className="hidden max-w-[34ch] text-pretty text-ink/80 sm:block sm:text-lg">{t('home.hero.text')}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={paths.category('hediyyeler')} size="lg">
            {t('home.hero.action')}
          </ButtonLink>
        </div>
      </div>
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
    </section>
  )
}
