// The step of an import in which the operator says what each column of the file means (mapping).
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categoriesQuery } from '~admin/features/categories/api'
import { useCategoryFields } from '~admin/features/products/api'
import { withPaths } from '~admin/features/products/categories'
import { fieldLabels } from '~admin/features/products/labels'
import { useStoreChoices } from '~admin/features/products/stores'
import { FieldGroup } from '~admin/ui/forms'
import { failureText } from '~shared/api/failure'
import type { ProductImport } from '~shared/api/types'
import { fieldProblems } from '~shared/features/forms/problems'
import { useI18n } from '~shared/i18n/context'
import { Button } from '~shared/ui/button'
import { type Choice, SelectField } from '~shared/ui/fields'
import { useMapAndCheck } from './api'
import { FIELD_TARGET, targetLabel, TARGETS } from './labels'

/** The store and category apply to rows that do not name their own. */
export function Columns({ entry }: { entry: ProductImport }) {
  const { t, locale } = useI18n()
  const [targets, setTargets] = useState(entry.columns.map(({ target }) => target ?? ''))
  const [storeId, setStoreId] = useState(String(entry.storeId ?? ''))
  const [categoryId, setCategoryId] = useState(String(entry.categoryId ?? ''))
  const { data: categories } = useQuery(categoriesQuery(locale))
  const { fields } = useCategoryFields(categories?.data ?? [], Number(categoryId))
  const stores = useStoreChoices()?.stores ?? []
  const check = useMapAndCheck(entry)
  const fieldNames = ['targets', 'storeId', 'categoryId', ...targets.map((_, index) => `targets[${index}]`)]
  const problems = fieldProblems(check.error, fieldNames)
  const errorOf = (field: string) => problems.find((problem) => problem.field === field)?.message
  const choices = [
    ...TARGETS.map((target) => ({ value: target, label: targetLabel(t, target) })),
    ...fieldChoices(fieldLabels(fields ?? [], locale), targets),
  ]

  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        check.mutate({
          version: entry.version,
          targets,
          ...(storeId && { storeId: Number(storeId) }),
          ...(categoryId && { categoryId: Number(categoryId) }),
        })
      }}
    >
      <FieldGroup title={t('adminImports.defaults.title')} text={t('adminImports.defaults.text')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={t('adminImports.target.store')}
            placeholder={t('adminImports.defaults.none')}
            choices={stores.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={storeId}
            error={errorOf('storeId')}
            onChange={({ target }) => setStoreId(target.value)}
          />
          <SelectField
            label={t('adminImports.target.category')}
            placeholder={t('adminImports.defaults.none')}
            choices={withPaths(categories?.data ?? [], locale).map(({ id, name }) => ({ value: String(id), label: name }))}
            value={categoryId}
            error={errorOf('categoryId')}
            onChange={({ target }) => setCategoryId(target.value)}
          />
        </div>
      </FieldGroup>
      {entry.columns.length > 0 && (
        <FieldGroup title={t('adminImports.columns.title')} text={t('adminImports.columns.text')}>
          <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
            {entry.columns.map(({ name, samples }, index) => (
              <SelectField
                key={`${index} ${name}`}
                label={name || t('adminImports.columns.unnamed', { n: index + 1 })}
                hint={samples.filter(Boolean).join(' · ') || undefined}
                placeholder={t('adminImports.columns.ignored')}
                choices={choices}
                value={targets[index] ?? ''}
                error={errorOf(`targets[${index}]`)}
                onChange={({ target }) => setTargets(targets.with(index, target.value))}
              />
            ))}
          </div>
        </FieldGroup>
      )}
      {check.error && (
        <p role="alert" className="rounded-lg bg-bad-soft px-4 py-3 font-medium text-bad">
          {errorOf('targets') ? t('adminImports.columns.needed') : failureText(t, check.error)}
        </p>
      )}
      <Button type="submit" size="lg" className="justify-self-start" busy={check.isPending} disabled={check.isPending}>
        {t('adminImports.check')}
      </Button>
    </form>
  )
}

/** A field that the server has suggested stays a choice, even if the chosen category does not have it. */
function fieldChoices(labels: Record<string, string>, targets: string[]): Choice[] {
  const suggestedKeys = targets.filter((target) => target.startsWith(FIELD_TARGET)).map((target) => target.slice(FIELD_TARGET.length))
  const keys = new Set([...Object.keys(labels), ...suggestedKeys])
  return [...keys].map((key) => ({ value: FIELD_TARGET + key, label: labels[key] ?? key }))
}
