"""Breaks the rendered production overlay in one way each, and expects the problem by its name."""

import copy
import unittest

import check
import yaml


class Refusals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.rendered = check.render("production")
        cls.known = check.secret_keys(yaml.safe_load_all((check.FOLDER / "secrets.example.yaml").read_text()))

    def setUp(self):
        self.documents, self.secrets = copy.deepcopy(self.rendered), copy.deepcopy(self.known)

    def get(self, kind, name):
        found = [document for document in self.documents if check.name_of(document).startswith(f"{kind} {name}")]
        return found[0]

    def pod(self, name):
        return self.get("Deployment", name)["spec"]["template"]["spec"]

    def version(self, name):
        return self.pod(name)["containers"][0]["image"].rpartition(":")[2]

    def refused(self, *expected):
        self.assertCountEqual(check.rule_problems(self.documents, self.secrets), expected)

    def test_the_production_overlay_has_no_problem(self):
        self.assertEqual(check.problems(self.documents, self.secrets), [])

    def test_a_missing_secret_is_named(self):
        self.secrets["order"].remove("ORDER_CARD_SECRET")
        del self.secrets["store-migrate"]
        self.refused(
            "Deployment order: the secret order has no key ORDER_CARD_SECRET",
            f"Job store-migrate-{self.version('store')}: the secret store-migrate has no key STORE_DATABASE_URL",
        )

    def test_an_optional_key_may_be_missing(self):
        self.secrets["notification"].remove("PUSH_KEY")
        self.refused()

    def test_an_image_without_version_is_named(self):
        self.pod("gateway")["containers"][0]["image"] = "registry:5000/sovqat/gateway"
        self.pod("store")["containers"][0]["image"] = "ghcr.io/sovqat/store:latest"
        self.refused(
            "Deployment gateway: the image registry:5000/sovqat/gateway has no version",
            "Deployment store: the image ghcr.io/sovqat/store:latest has no version",
        )

    def test_a_migration_of_another_version_is_named(self):
        self.get("Job", "seo")["spec"]["template"]["spec"]["containers"][0]["image"] = "ghcr.io/sovqat/seo:99.0.0"
        job = f"Job seo-migrate-{self.version('seo')}"
        self.refused(f"{job}: the name must end with the version of the image, 99.0.0")

    def test_a_certificate_that_nobody_issues_is_named(self):
        self.documents.remove(self.get("Certificate", "auth-tls"))
        self.refused("Deployment auth: the secret auth-tls does not exist, and no certificate creates it")

    def test_an_unknown_member_is_named(self):
        self.pod("auth")["terminationGracePeriod"] = 30
        found = list(check.schema_problems([self.get("Deployment", "auth")]))
        self.assertEqual(len(found), len(check.VERSIONS))
        self.assertIn("Deployment auth: spec.template.spec: Additional properties are not allowed", found[0])
        self.assertIn("terminationGracePeriod", found[0])

    def test_references_that_lead_nowhere_are_named(self):
        self.pod("store")["serviceAccountName"] = "shop"
        self.pod("seo")["containers"][0]["readinessProbe"]["httpGet"]["port"] = "http"
        self.pod("order")["containers"][0]["envFrom"][0]["configMapRef"]["name"] = "sovqat"
        self.get("Service", "auth")["spec"]["ports"][0]["targetPort"] = "http"
        self.get("PodDisruptionBudget", "auth")["spec"]["selector"]["matchLabels"]["app"] = "login"
        self.get("HorizontalPodAutoscaler", "auth")["spec"]["scaleTargetRef"]["name"] = "login"
        self.get("NetworkPolicy", "auth")["spec"]["podSelector"]["matchLabels"]["app"] = "login"
        self.refused(
            "Deployment store: the ServiceAccount shop does not exist",
            "Deployment seo: a probe asks the port http, which the container does not have",
            "Deployment order: the ConfigMap sovqat does not exist",
            "Service auth: no pod that it selects has the port http",
            "PodDisruptionBudget auth: it selects no pods",
            "HorizontalPodAutoscaler auth: the Deployment login does not exist",
            "NetworkPolicy auth: no pod has the label app=login",
        )

    def test_a_grace_period_shorter_than_the_stop_is_named(self):
        self.pod("store")["terminationGracePeriodSeconds"] = 25
        self.refused("Deployment store: terminationGracePeriodSeconds must be more than 25, delay and drain")

    def test_secrets_of_a_cluster_are_a_list(self):
        items = [{"kind": "Secret", "metadata": {"name": "store"}, "data": {"STORE_DATABASE_URL": "eA=="}}]
        self.assertEqual(check.secret_keys([{"kind": "List", "items": items}]), {"store": {"STORE_DATABASE_URL"}})


if __name__ == "__main__":
    unittest.main()
