//! The gRPC services of a process, with the reflection of its contracts.

use std::{
    collections::{BTreeSet, HashMap},
    convert::Infallible,
};

use axum::response::IntoResponse;
use prost::Message as _;
use prost_types::FileDescriptorSet;
use tonic::{body::Body, server::NamedService};
use tonic_reflection::server::{
    Builder, Error,
    v1::{ServerReflection, ServerReflectionServer},
};
use tower::Service;

#[derive(Default)]
pub struct Routes {
    routes: tonic::service::Routes,
    names: Vec<&'static str>,
}

#[derive(Default)]
pub struct RoutesBuilder(Routes);

impl Routes {
    pub fn builder() -> RoutesBuilder {
        RoutesBuilder::default()
    }

    #[must_use]
    pub fn add_service<S>(mut self, service: S) -> Self
    where
        S: Service<http::Request<Body>, Error = Infallible> + NamedService + Clone + Send + Sync + 'static,
        S::Response: IntoResponse,
        S::Future: Send + 'static,
    {
        self.names.push(S::NAME);
        self.routes = self.routes.add_service(service);
        self
    }

    #[must_use]
    pub fn map(self, wrap: impl FnOnce(tonic::service::Routes) -> tonic::service::Routes) -> Self {
        Self { routes: wrap(self.routes), names: self.names }
    }

    pub(super) fn into_inner(self) -> tonic::service::Routes {
        self.routes
    }

    pub(super) fn with_reflection(self) -> Result<tonic::service::Routes, Error> {
        Ok(self.routes.add_service(reflection(&self.names)?))
    }
}

impl RoutesBuilder {
    pub fn add_service<S>(&mut self, service: S) -> &mut Self
    where
        S: Service<http::Request<Body>, Error = Infallible> + NamedService + Clone + Send + Sync + 'static,
        S::Response: IntoResponse,
        S::Future: Send + 'static,
    {
        self.0 = std::mem::take(&mut self.0).add_service(service);
        self
    }

    pub fn routes(self) -> Routes {
        self.0
    }
}

/// The fakes of tests need no reflection.
impl From<tonic::service::Routes> for Routes {
    fn from(routes: tonic::service::Routes) -> Self {
        Self { routes, names: Vec::new() }
    }
}

fn reflection(names: &[&str]) -> Result<ServerReflectionServer<impl ServerReflection + use<>>, Error> {
    let mut builder = Builder::configure()
        .register_file_descriptor_set(files_of(names)?)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        .with_service_name("grpc.health.v1.Health")
        .with_service_name("grpc.reflection.v1.ServerReflection");
    for name in names {
        builder = builder.with_service_name(*name);
    }
    builder.build_v1()
}

/// The files that declare the packages of these services, and their imports.
fn files_of(services: &[&str]) -> Result<FileDescriptorSet, Error> {
    let files = FileDescriptorSet::decode(proto::DESCRIPTORS)?.file;
    let indexes: HashMap<&str, usize> = (0..).zip(&files).map(|(index, file)| (file.name(), index)).collect();
    let packages: BTreeSet<&str> = services.iter().filter_map(|name| Some(name.rsplit_once('.')?.0)).collect();

    let of_packages = (0..).zip(&files).filter(|(_, file)| packages.contains(file.package()));
    let mut pending: Vec<usize> = of_packages.map(|(index, _)| index).collect();
    let mut included = BTreeSet::new();
    while let Some(index) = pending.pop() {
        if included.insert(index) {
            pending.extend(files[index].dependency.iter().filter_map(|name| indexes.get(name.as_str())));
        }
    }
    Ok(FileDescriptorSet { file: included.into_iter().map(|index| files[index].clone()).collect() })
}

#[cfg(test)]
mod tests {
    use prost_types::FileDescriptorProto;

    use super::*;

    #[test]
    fn reflection_contains_the_package_of_a_service_and_its_imports() {
        let files = files_of(&["sovqat.seo.v1.Seo"]).unwrap().file;
        let packages: BTreeSet<&str> = files.iter().map(FileDescriptorProto::package).collect();
        assert_eq!(packages, BTreeSet::from(["google.protobuf", "sovqat.common.v1", "sovqat.seo.v1"]));
        assert!(files_of(&[]).unwrap().file.is_empty());
    }
}
