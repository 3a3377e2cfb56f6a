//! A fake collector of telemetry (OTLP).

use std::sync::{Arc, Mutex, PoisonError};

use opentelemetry_proto::tonic::{
    collector::{
        logs::v1::{
            ExportLogsServiceRequest, ExportLogsServiceResponse,
            logs_service_server::{LogsService, LogsServiceServer},
        },
        metrics::v1::{
            ExportMetricsServiceRequest, ExportMetricsServiceResponse,
            metrics_service_server::{MetricsService, MetricsServiceServer},
        },
        trace::v1::{
            ExportTraceServiceRequest, ExportTraceServiceResponse,
            trace_service_server::{TraceService, TraceServiceServer},
        },
    },
    trace::v1::Span,
};
use tonic::{Request, Response, Status, service::Routes};

use crate::server::TestServer;

#[derive(Debug, Clone, Default)]
pub struct Received {
    pub spans: Vec<ReceivedSpan>,
    /// All requests, so that tests can check that something was not exported.
    pub text: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct ReceivedSpan {
    /// The attribute `service.name` of its program.
    pub service: String,
    pub span: Span,
}

#[derive(Clone, Default)]
pub struct Collector(Arc<Mutex<Received>>);

impl Collector {
    pub async fn start() -> (Self, TestServer) {
        let collector = Self::default();
        let mut routes = Routes::builder();
        routes
            .add_service(TraceServiceServer::new(collector.clone()))
            .add_service(LogsServiceServer::new(collector.clone()))
            .add_service(MetricsServiceServer::new(collector.clone()));
        let server = TestServer::start(routes.routes()).await;
        (collector, server)
    }

    pub fn received(&self) -> Received {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn store(&self, text: String, spans: Vec<ReceivedSpan>) {
        let mut received = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        received.text.push(text);
        received.spans.extend(spans);
    }
}

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        let request = request.into_inner();
        let text = format!("{request:?}");
        let mut spans = Vec::new();
        for resource in request.resource_spans {
            let attributes = resource.resource.map(|resource| resource.attributes).unwrap_or_default();
            let service = attributes
                .into_iter()
                .find(|attribute| attribute.key == "service.name")
                .map(|attribute| format!("{:?}", attribute.value))
                .unwrap_or_default();
            for scope in resource.scope_spans {
                spans.extend(scope.spans.into_iter().map(|span| ReceivedSpan { service: service.clone(), span }));
            }
        }
        self.store(text, spans);
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

#[tonic::async_trait]
impl LogsService for Collector {
    async fn export(
        &self,
        request: Request<ExportLogsServiceRequest>,
    ) -> Result<Response<ExportLogsServiceResponse>, Status> {
        self.store(format!("{:?}", request.into_inner()), Vec::new());
        Ok(Response::new(ExportLogsServiceResponse::default()))
    }
}

#[tonic::async_trait]
impl MetricsService for Collector {
    async fn export(
        &self,
        request: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        self.store(format!("{:?}", request.into_inner()), Vec::new());
        Ok(Response::new(ExportMetricsServiceResponse::default()))
    }
}
