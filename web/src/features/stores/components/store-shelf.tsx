import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useI18n } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { useNear } from '~/lib/use-near'
import { OptionalPart } from '~shared/ui/states'
import { Section } from '~shared/ui/section'
import { storesQuery } from '../queries'
import { StoreCard } from './store-card'

const SHOWN_STORES = 8
const ROW = 'shelf -mx-4 auto-cols-[72%] gap-3 px-4 py-1 scroll-px-4 sm:auto-cols-[38%] sm:gap-4 md:mx-0 md:px-0.5 lg:auto-cols-[23.5%]'

/** A row of stores on the home page, which loads when it comes near. */
export default function StoreShelf() {
  const { ref, isNear } = useNear()
  const placeholder = <div className="skeleton h-80 rounded-xl" />
  return (
    <div ref={ref}>
      <OptionalPart>
        <Suspense fallback={placeholder}>{isNear ? <StoreRow /> : placeholder}</Suspense>
      </OptionalPart>
    </div>
  )
}

function StoreRow() {
  const { t, locale } = useI18n()
  const stores = useSuspenseQuery(storesQuery(locale)).data.data
  return (
    <Section title={t('home.stores')} more={{ to: paths.stores(), label: t('common.seeAll') }}>
      <ul className={ROW}>
        {stores.slice(0, SHOWN_STORES).map((store) => (
          <li key={store.id}>
            <StoreCard store={store} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
