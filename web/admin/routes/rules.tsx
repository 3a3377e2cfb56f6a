// The page of shop rules: how many bonuses a purchase earns, and which goods cannot be returned.
import { useQuery } from '@tanstack/react-query'
import { type Rules, rulesQuery } from '~admin/features/settings/api'
import { BonusForm } from '~admin/features/promises/bonus-form'
import { ExceptionForm } from '~admin/features/promises/exception-form'
import { adminPaths } from '~admin/paths'
import { IfMay } from '~admin/session/access'
import { AdminPage } from '~admin/ui/admin-page'
import { SettingsLinks } from '~admin/ui/area-links'
import { useFreshQuery } from '~admin/ui/forms'
import type { Category } from '~shared/api/types'
import { treeQuery } from '~shared/features/catalog/queries'
import { useI18n } from '~shared/i18n/context'
import { ButtonLink } from '~shared/ui/button'
import { ListSkeleton, LoadFailure } from '~shared/ui/list-states'

export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage needs="rules_write" title={t('adminSite.rules.title')} text={t('adminSite.rules.text')}>
      <SettingsLinks />
      <Editor />
    </AdminPage>
  )
}

function Editor() {
  const { locale } = useI18n()
  const { data, isError, refetch } = useFreshQuery(rulesQuery(locale))
  const tree = useQuery(treeQuery(locale))
  if ((isError && !data) || (tree.isError && !tree.data))
    return <LoadFailure onRetry={() => void Promise.all([refetch(), tree.refetch()])} />
  // Without the tree, the forms would show the chosen categories as deleted ones.
  return data && tree.data ? <Forms rules={data.data} categories={flattenTree(tree.data.data)} /> : <ListSkeleton />
}

/** Each name begins with the names of the categories above it: `Gül › Buketlər`. */
const flattenTree = (tree: Category[], above = ''): { id: number; name: string }[] =>
  tree.flatMap(({ id, name, children }) => [{ id, name: above + name }, ...flattenTree(children, `${above}${name} › `)])

interface Props {
  rules: Rules
  categories: { id: number; name: string }[]
}

function Forms({ rules: { bonus, returns }, categories }: Props) {
  const { t } = useI18n()
  // The last form is empty and adds an exception.
  const exceptions = [...returns.exceptions, undefined]
  return (
    <div className="grid gap-8">
      <IfMay permission="rules_read">
        <ButtonLink to={adminPaths.zones()} look="secondary" className="justify-self-start">
          {t('adminSite.rules.zones')}
        </ButtonLink>
      </IfMay>
      <BonusForm key={bonus.rules.length} bonus={bonus} />
      <section className="grid gap-5" aria-labelledby="returns">
        <h2 id="returns" className="text-xl">
          {t('adminSite.rules.returns')}
        </h2>
        <p className="text-muted">{t('adminSite.rules.returnsText')}</p>
        {exceptions.map((exception, index) => (
          <ExceptionForm
            // The key changes after a deletion, so that the next form does not inherit the deleted one's values.
            key={`${index} ${exception?.title?.az ?? ''} of ${exceptions.length}`}
            all={returns.exceptions}
            index={index}
            categories={categories}
          />
        ))}
      </section>
    </div>
  )
}
