import sweets from '~/assets/pictures/sweets.webp'
import flowers from '~/assets/pictures/flowers.webp'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { ButtonLink } from '~shared/ui/button'

/** Links to gifts that combine flowers and sweets. */
export default function PairBanner() {
  const t = useT()
  return (
    <section
      aria-labelledby="pair"
      className="relative overflow-hidden rounded-2xl bg-linear-100 from-mint to-sky px-6 py-9 sm:px-12 sm:py-12"
    >
      <div className="relative z-1 grid max-w-md gap-3">
        <h2 id="pair" className="text-2xl sm:text-3xl">
          {t('home.pair.title')}
        </h2>
        <p className="max-w-[32ch] text-ink/80 text-pretty">{t('home.pair.text')}</p>
        <div className="mt-2">
          <ButtonLink to={paths.category('gul-ve-sirniyyat')} look="secondary">
            {t('home.pair.action')}
          </ButtonLink>
        </div>
      </div>
      <img
        src={flowers}
        alt=""
        width={160}
        height={160}
        loading="lazy"
        className="absolute right-32 bottom-1 hidden size-40 -rotate-12 sm:block lg:right-56 lg:size-48"
      />
      <img
        src={sweets}
        alt=""
        width={160}
        height={160}
        loading="lazy"
        className="absolute -right-5 -bottom-4 size-28 sm:right-4 sm:size-36 lg:right-20"
      />
    </section>
  )
}
