import { ArrowRight, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { searchRuleColumns } from '~admin/features/exports/columns'
import { searchRulesQuery, type SearchRule, useRemoveRule } from '~admin/features/search-rules/api'
import { RuleForm } from '~admin/features/search-rules/rule-form'
import { adminPaths } from '~admin/paths'
import { useMay } from '~admin/session/access'
import { AdminPage, PagedList, SearchBox } from '~admin/ui/admin-page'
import { SearchLinks } from '~admin/ui/area-links'
import emptySearch from '~shared/assets/pictures/empty-search.webp'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { EmptyState } from '~shared/ui/states'

/**
 * Rules for search texts: what is searched for instead, and which products come first. The address has the text that is looked for, and the
 * text of a new rule.
 */
export function Component() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const mayWrite = useMay()('products_write')
  const [search] = useSearchParams()
  const [text, newText] = [search.get('axtaris') ?? '', search.get('yeni') ?? '']
  const [isAdding, setAdding] = useState(newText !== '')
  const close = () => {
    setAdding(false)
    if (newText) void navigate(adminPaths.searchRules({ text }), { replace: true })
  }
  return (
    <AdminPage
      needs="searches_read"
      title={t('admin.searchRules.title')}
      text={t('admin.searchRules.about')}
      action={
        mayWrite &&
        !isAdding && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-5" />
            {t('admin.searchRules.new')}
          </Button>
        )
      }
    >
      <SearchLinks />
      {mayWrite && isAdding && (
        <section aria-label={t('admin.searchRules.new')} className="rounded-xl border border-line bg-surface p-5 sm:p-7">
          <RuleForm initialText={newText} onClose={close} />
        </section>
      )}
      <SearchBox
        search={t('admin.searchRules.search')}
        label={t('admin.searchRules.find')}
        placeholder={t('admin.searchRules.find')}
        typed={text}
        onSearch={(typed) => void navigate(adminPaths.searchRules({ text: typed }))}
      />
      <PagedList
        key={text}
        queryOf={(page) => searchRulesQuery(locale, text, page)}
        keyOf={({ id }) => id}
        countText={(count) => t('admin.searchRules.count', { count })}
        exported={{ list: 'search-rules', columns: searchRuleColumns({ t, locale }) }}
        empty={
          <EmptyState
            picture={emptySearch}
            title={t('admin.searchRules.none')}
            text={t(text ? 'admin.searchRules.notFound' : 'admin.searchRules.noneText')}
          />
        }
      >
        {(rule) => <RuleRow key={`${rule.id} ${rule.version}`} rule={rule} mayWrite={mayWrite} />}
      </PagedList>
    </AdminPage>
  )
}

function RuleRow({ rule, mayWrite }: { rule: SearchRule; mayWrite: boolean }) {
  const { t, locale } = useI18n()
  const [isChanging, setChanging] = useState(false)
  const { mutate: remove, isPending } = useRemoveRule()
  const { text, instead, firstProducts } = rule
  const nameOf = (act: string) => t('admin.searchRules.of', { act, text })
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-surface p-5">
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
        <span className="wrap-anywhere">{text}</span>
        {instead && (
          <span className="inline-flex min-w-0 items-center gap-2">
            <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="sr-only">{t('admin.searchRules.instead')}: </span>
            <span className="wrap-anywhere">{instead}</span>
          </span>
        )}
      </h2>
      {firstProducts.length > 0 && (
        <div className="grid gap-1 text-[0.9375rem]">
          <p className="text-muted">{t('admin.searchRules.first')}</p>
          <ol className="grid list-decimal gap-0.5 pl-6">
            {firstProducts.map(({ id, name, isForSale }) => (
              <li key={id} className="wrap-anywhere">
                {name[locale] ?? name.az}
                {!isForSale && <span className="text-bad"> · {t('admin.searchRules.notForSale')}</span>}
              </li>
            ))}
          </ol>
        </div>
      )}
      {isChanging && <RuleForm rule={rule} onClose={() => setChanging(false)} />}
      {mayWrite && !isChanging && (
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" aria-label={nameOf(t('admin.searchRules.change'))} onClick={() => setChanging(true)}>
            <Pencil aria-hidden className="size-4.5" />
            {t('admin.searchRules.change')}
          </Button>
          <Button
            look="quiet"
            aria-label={nameOf(t('admin.searchRules.remove'))}
            busy={isPending}
            disabled={isPending}
            onClick={() => remove(rule)}
          >
            <Trash2 aria-hidden className="size-4.5" />
            {t('admin.searchRules.remove')}
          </Button>
        </div>
      )}
    </li>
  )
}
