import { useQuery } from '@tanstack/react-query'
import type { Category } from '~/api/types'
import { treeQuery } from '~/features/catalog/queries'
import { DeskPage } from '~/features/desk/desk-page'
import { BonusForm } from '~/features/office/rules/bonus-form'
import { ExceptionForm } from '~/features/office/rules/exception-form'
import { type Rules, rulesQuery } from '~/features/office/rules/queries'
import { TariffForm } from '~/features/office/rules/tariff-form'
import { SettingsRooms } from '~/features/office/settings/settings-rooms'
import { useI18n } from '~/i18n/context'
import { ListSkeleton } from '~/ui/list-skeleton'
import { LoadFailure } from '~/ui/load-failure'

export function Component() {
  const { t } = useI18n()
  return (
    <DeskPage title={t('office.rules.title')} text={t('office.rules.text')}>
      <SettingsRooms />
      <Editor />
    </DeskPage>
  )
}

function Editor() {
  const { locale } = useI18n()
  const { data, isError, isFetchedAfterMount, refetch } = useQuery(rulesQuery(locale))
  if (isError && !data) return <LoadFailure onRetry={() => void refetch()} />
  return data && isFetchedAfterMount ? <Forms rules={data.data} /> : <ListSkeleton />
}

const flat = (tree: Category[], above = ''): { id: number; name: string }[] =>
  tree.flatMap(({ id, name, children }) => [{ id, name: above + name }, ...flat(children, `${above}${name} › `)])

function Forms({ rules: { tariffs, bonus, returns } }: { rules: Rules }) {
  const { t, locale } = useI18n()
  const categories = flat(useQuery(treeQuery(locale)).data?.data ?? [])
  const places = [...returns.exceptions, undefined]
  return (
    <div className="grid gap-8">
      {tariffs.map((tariff) => (
        <TariffForm key={tariff.code} tariff={tariff} />
      ))}
      <BonusForm key={bonus.rules.length} bonus={bonus} />
      <section className="grid gap-5" aria-labelledby="returns">
        <h2 id="returns" className="text-xl">
          {t('office.rules.returns')}
        </h2>
        <p className="text-muted">{t('office.rules.returnsText')}</p>
        {places.map((exception, place) => (
          <ExceptionForm
            // One that is deleted must not leave its values to the next.
            key={`${place} ${exception?.title?.az ?? ''} of ${places.length}`}
            all={returns.exceptions}
            place={place}
            categories={categories}
          />
        ))}
      </section>
    </div>
  )
}
